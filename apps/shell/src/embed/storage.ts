/**
 * Replaces a browser storage in the host's code. If the browser rejects writes or has no space, the values are kept
 * in memory.
 */
function rememberedBy(storage: () => Storage) {
  const ofPage = new Map<string, string>()
  /** Returns the result of a storage access, undefined if access is denied. */
  const ask = <Result>(question: (storage: Storage) => Result): Result | undefined => {
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
