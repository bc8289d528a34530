/** The global variable with which embed.js, before anything else runs, marks the page as another site's. */
const embeddedMark = '__atriumEmbed'

/** Whether the suite is embedded in another site's page, whose title, address, cookies and elements are not its own. */
export const isEmbedded: boolean = embeddedMark in globalThis

/** Where the suite is shown: the page itself, or a shadow tree in another page. */
export interface PageRoot {
  /** Finds elements by id, and knows the focused one. */
  readonly scope: Document | ShadowRoot
  readonly html: HTMLElement
  readonly body: HTMLElement
  /** Parent of dialogs and messages. */
  readonly overlays: HTMLElement
  /** Whether the address of the page follows what is shown here. */
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

/** The root that the user used last is the last one. */
let roots: readonly PageRoot[] = isEmbedded ? [] : [wholePage]

/** Language and theme of the page, for styles, fonts and screen readers. */
interface Look {
  /** A language tag (BCP 47). */
  readonly lang?: string
  readonly theme?: 'light' | 'dark'
}

let look: Look = {}

function applyLook({ html, body }: PageRoot): void {
  if (look.lang) html.lang = look.lang
  if (!look.theme) return
  // Arco goes by the body's attribute, the page's own styles by the root's.
  html.dataset.theme = look.theme
  if (look.theme === 'dark') body.setAttribute('arco-theme', 'dark')
  else body.removeAttribute('arco-theme')
}

/** Applies a language or theme to every root of the suite, also to later ones. */
export function applyToPage(change: Look): void {
  look = { ...look, ...change }
  for (const root of roots) applyLook(root)
}

/**
 * Adds a root in which the suite is shown.
 * @returns removes it
 */
export function addPageRoot(root: PageRoot): () => void {
  roots = [...roots, root]
  applyLook(root)
  return () => {
    roots = roots.filter((other) => other !== root)
  }
}

let entered = !isEmbedded

/** Whether the user has done anything in the suite: until then the focus is their page's own. */
export const isEntered = (): boolean => entered

/** Notes the root that the user is using: dialogs without a root of their own appear there. */
export function enterPageRoot(root: PageRoot): void {
  entered = true
  if (roots.at(-1) !== root && roots.includes(root))
    roots = [...roots.filter((other) => other !== root), root]
}

/** The root that the user is using. */
export const presentRoot = (): PageRoot => roots.at(-1) ?? wholePage

/** Root in which elements are found by id. */
export const pageScope = (): Document | ShadowRoot => presentRoot().scope

/** The focused element; undefined if there is none in particular. */
export function focusedElement(): Element | null {
  const focused = presentRoot().scope.activeElement ?? document.activeElement
  return focused === document.body ? null : focused
}

/** Whether the page's history follows what the suite shows. */
export const hasAddress = (): boolean => roots.some((root) => root.hasAddress)
