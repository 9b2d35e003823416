"""Third parties over HTTP, one file each behind a Protocol."""
