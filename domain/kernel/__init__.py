"""What all titles share: values, phases, chance, bags, printed tables and the event codec."""
