/**
 * Copies a text. Scripts can use the clipboard only with https. Otherwise it selects the element and copies the selection.
 * @param shown element that shows the text
 * @returns whether the text was copied
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!shown) return false
    if (shown instanceof HTMLInputElement) shown.select()
    else getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
