"""PDF, CSV and XLSX to text and chunks, in killable child processes. Knows no HTTP."""
