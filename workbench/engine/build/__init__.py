"""The build job: from the user's sources to the op's libraries."""
