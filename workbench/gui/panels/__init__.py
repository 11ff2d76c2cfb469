"""The panels below the pages: problems, log, jobs."""
