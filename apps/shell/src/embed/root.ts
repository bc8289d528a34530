import { addPageRoot, enterPageRoot, type PageRoot, presentRoot } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { applyStyles } from './styles.ts'

/** A place in somebody else's page. */
export interface EmbeddedRoot extends PageRoot {
  readonly scope: ShadowRoot
  /** What the screens are drawn in. */
  readonly content: HTMLElement
  readonly remove: () => void
}

/**
 * The page's rules for all elements, important ones too, hold for the element that carries the shadow tree; important
 * ones of the tree outweigh them (CSS Cascade 5, 6.1), and what is inherited from it is set back. It takes the width that
 * it is given: a wide table widens no column of the page, and scrolls within itself.
 */
const ownRules = new CSSStyleSheet()
ownRules.replaceSync(
  ':host{all:initial!important;display:block!important;direction:ltr!important;' +
    'contain:inline-size!important;contain-intrinsic-inline-size:320px!important}' +
    'html{all:initial;display:block}' +
    'body{display:block;position:relative;margin:0}',
)

/** Carries a place's shadow tree, and knows when it is off the page; one that is only moved stays. */
class Carrier extends HTMLElement {
  onGone = (): void => undefined

  disconnectedCallback(): void {
    queueMicrotask(() => this.isConnected || this.onGone())
  }
}

const carrierName = 'atrium-place'
// Where the host could not be brought whole, it comes once more.
if (!customElements.get(carrierName)) customElements.define(carrierName, Carrier)

interface RootOptions {
  readonly hasAddress: boolean
  /** Told when the user has gone there from another place. */
  readonly onEnter: () => void
  /** Told when the page has taken it away, with whatever it stood in. */
  readonly onGone: () => void
}

/**
 * Makes a place for the suite within an element: a shadow tree, which the page's styles do not reach and whose own reach
 * nothing outside. In it stand an `html` and a `body`, so that the suite's styles hold as they are.
 */
export function makeRoot(element: Element, { hasAddress, onEnter, onGone }: RootOptions): EmbeddedRoot {
  const carrier = document.createElement(carrierName) as Carrier
  carrier.onGone = onGone
  const scope = carrier.attachShadow({ mode: 'open' })
  const html = document.createElement('html')
  const body = document.createElement('body')
  const content = document.createElement('div')
  const overlays = document.createElement('div')
  content.className = 'embedded'
  body.append(content, overlays)
  html.append(body)
  scope.append(html)
  scope.adoptedStyleSheets = [ownRules]
  const stopStyles = applyStyles(scope)
  element.append(carrier)

  const root: PageRoot = { scope, html, body, overlays, hasAddress }
  const leave = addPageRoot(root)
  // Messages appear where the user is.
  const showMessages = (): void => Message.config({ getContainer: () => presentRoot().overlays })
  const enter = (): void => {
    const before = presentRoot()
    enterPageRoot(root)
    showMessages()
    if (before !== root) onEnter()
  }
  showMessages()
  scope.addEventListener('focusin', enter)
  scope.addEventListener('pointerdown', enter)
  const remove = (): void => {
    leave()
    stopStyles()
    showMessages()
    carrier.remove()
  }
  return { ...root, scope, content, remove }
}
