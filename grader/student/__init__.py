"""What a student's own work needs beyond grading."""
