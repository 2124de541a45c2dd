"""The routes of challenges, rematches and pools, and what the stream of a player sends of them."""
