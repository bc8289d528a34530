/** A product's name in short where the name says it itself, as `Electronic Data Capture (EDC)` does. */
export const inShort = (name: string): string => /[(（]([^()（）]+)[)）]$/.exec(name)?.[1] ?? name
