"""Everything here reads journals only: what a run did is what its journal says."""
