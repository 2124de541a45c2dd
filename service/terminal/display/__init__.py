"""What a person sees: the screen, boards, and events in words."""
