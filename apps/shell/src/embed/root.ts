import { addPageRoot, enterPageRoot, type PageRoot, presentRoot } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { applyStyles } from './styles.ts'

/** A slot in a foreign page. */
export interface EmbeddedRoot extends PageRoot {
  readonly scope: ShadowRoot
  /** Element in which the screens are drawn. */
  readonly content: HTMLElement
  readonly remove: () => void
}

/**
 * The page's rules for all elements, even important ones, apply to the element that hosts the shadow tree. Important
 * rules inside the tree win over them (CSS Cascade 5, 6.1), and inherited properties are reset. The host element
 * takes the available width: a wide table scrolls inside it and does not widen the page.
 */
const ownRules = new CSSStyleSheet()
ownRules.replaceSync(
  ':host{all:initial!important;display:block!important;direction:ltr!important;' +
    'contain:inline-size!important;contain-intrinsic-inline-size:320px!important}' +
    'html{all:initial;display:block}' +
    'body{display:block;position:relative;margin:0}',
)

/**
 * Custom element that hosts a slot's shadow tree and detects its removal from the page. Moving the element does not
 * count as removal.
 */
class Carrier extends HTMLElement {
  onGone = (): void => undefined

  disconnectedCallback(): void {
    queueMicrotask(() => this.isConnected || this.onGone())
  }
}

const carrierName = 'atrium-place'
// The element is already defined if the host loads again after an incomplete attempt.
if (!customElements.get(carrierName)) customElements.define(carrierName, Carrier)

interface RootOptions {
  readonly hasAddress: boolean
  /** Called when the user enters this slot from another one. */
  readonly onEnter: () => void
  /** Called when the page has removed the slot, or an element around it. */
  readonly onGone: () => void
}

/**
 * Creates a slot for the suite inside an element. The slot is a shadow tree, so that the styles of page and suite do
 * not affect each other. The tree contains an `html` and a `body` element, so that the suite's styles apply
 * unchanged.
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
  // Messages appear in the slot that the user is in.
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
