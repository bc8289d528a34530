import { focusedElement, pageScope, presentRoot } from '@atrium/shared-api'

/** What Arco takes for the page: the part of it in which the suite is shown and where the user is. */
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
