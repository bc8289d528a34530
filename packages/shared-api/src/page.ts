/** Global variable with which embed.js, before other code runs, marks the page as another site's. */
const embeddedMark = '__atriumEmbed'

/**
 * Whether the suite is embedded in another site's page. It must then leave that page's title, address, cookies and
 * elements alone.
 */
export const isEmbedded: boolean = embeddedMark in globalThis

/** Part of the page that shows the suite: the page itself, or a shadow tree in another site's page. */
export interface PageRoot {
  /** Document or shadow root in which elements are found by id. */
  readonly scope: Document | ShadowRoot
  readonly html: HTMLElement
  readonly body: HTMLElement
  /** Parent of dialogs and messages. */
  readonly overlays: HTMLElement
  /** Whether the address of the page follows the screens in this root. */
  readonly hasAddress: boolean
}

const wholePage: PageRoot = {
  scope: document,
  get html() {
    return document.documentElement
  },
  get body() {
    return document.body
  },
  get overlays() {
    return document.body
  },
  hasAddress: true,
}

/** The root that the user used last is at the end. */
let roots: readonly PageRoot[] = isEmbedded ? [] : [wholePage]

/** Language and theme of the page, for styles, fonts and screen readers. */
interface Look {
  /** Language tag (BCP 47). */
  readonly lang?: string
  readonly theme?: 'light' | 'dark'
}

let look: Look = {}

function applyLook({ html, body }: PageRoot): void {
  if (look.lang) html.lang = look.lang
  if (!look.theme) return
  // Arco reads the body's attribute, the page's own styles read the root element's.
  html.dataset.theme = look.theme
  if (look.theme === 'dark') body.setAttribute('arco-theme', 'dark')
  else body.removeAttribute('arco-theme')
}

/** Applies a language or theme to every root of the suite, including later ones. */
export function applyToPage(change: Look): void {
  look = { ...look, ...change }
  for (const root of roots) applyLook(root)
}

/**
 * Adds a root that shows the suite.
 * @returns a function that removes the root
 */
export function addPageRoot(root: PageRoot): () => void {
  roots = [...roots, root]
  applyLook(root)
  return () => {
    roots = roots.filter((other) => other !== root)
  }
}

let entered = !isEmbedded

/** Whether the user has interacted with the suite. Until then the focus belongs to the embedding page. */
export const isEntered = (): boolean => entered

/** Marks a root as the one in use. Dialogs without a root of their own appear there. */
export function enterPageRoot(root: PageRoot): void {
  entered = true
  if (roots.at(-1) !== root && roots.includes(root))
    roots = [...roots.filter((other) => other !== root), root]
}

/** Returns the root in use. */
export const presentRoot = (): PageRoot => roots.at(-1) ?? wholePage

/** Returns the document or shadow root in which elements are found by id. */
export const pageScope = (): Document | ShadowRoot => presentRoot().scope

/** Returns the focused element; null if only the body has the focus. */
export function focusedElement(): Element | null {
  const focused = presentRoot().scope.activeElement ?? document.activeElement
  return focused === document.body ? null : focused
}

/** Whether the page's history follows the screens of the suite. */
export const hasAddress = (): boolean => roots.some((root) => root.hasAddress)
