/** Pixels of the picture: shown at half of that, so that it is sharp on dense screens. */
export const width = 240
export const height = 80
