"""What is known of deliveries before anything is written."""
