"""The screens: the reader itself, and the picker that lies over it."""
