/**
 * In place of a storage of the browser in all of the host's code: where the browser does not let the page keep anything,
 * or has no room, the page remembers it as long as it is there.
 */
function rememberedBy(storage: () => Storage) {
  const ofPage = new Map<string, string>()
  /** What the storage says; undefined where it may not be asked. */
  const ask = <Answer>(question: (storage: Storage) => Answer): Answer | undefined => {
    try {
      return question(storage())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key: string): string | null =>
      ofPage.get(key) ?? ask((present) => present.getItem(key)) ?? null,
    setItem(key: string, value: string): void {
      ofPage.set(key, value)
      ask((present) => {
        present.setItem(key, value)
        ofPage.delete(key)
      })
    },
    removeItem(key: string): void {
      ofPage.delete(key)
      ask((present) => present.removeItem(key))
    },
  }
}

const local = rememberedBy(() => window.localStorage)
const ofTab = rememberedBy(() => window.sessionStorage)

export { local as localStorage, ofTab as sessionStorage }
