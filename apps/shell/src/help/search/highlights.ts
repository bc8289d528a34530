const allName = 'help-found'
const presentName = 'help-present'

/** Browsers without it go to the places that were found all the same. */
const registry = (): HighlightRegistry | undefined => ('highlights' in CSS ? CSS.highlights : undefined)

/** Marks ranges in the page without a change of its elements, the present one more than the others. */
export function highlight(ranges: readonly Range[], present: Range | undefined): void {
  const highlights = registry()
  highlights?.set(allName, new Highlight(...ranges))
  highlights?.set(presentName, new Highlight(...(present ? [present] : [])))
}

/** Takes all marks away. */
export function clearHighlights(): void {
  registry()?.delete(allName)
  registry()?.delete(presentName)
}
