"""What other sites show of this one: embeds, oEmbed, previews of links, pictures, and the script of the elements."""
