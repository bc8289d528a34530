import { focusedElement, pageScope, presentRoot } from '@atrium/shared-api'

/** Document for Arco: creates elements in the slot that the user is in. */
const part = {
  createElement: (name: string): HTMLElement => window.document.createElement(name),
  getElementById: (id: string): HTMLElement | null => pageScope().getElementById(id),
  get body(): HTMLElement {
    return presentRoot().overlays
  },
  get activeElement(): Element | null {
    return focusedElement()
  },
  get documentElement(): HTMLElement {
    return window.document.documentElement
  },
}

export { part as document }
