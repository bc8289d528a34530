import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { UiProvider } from '../index.ts'

afterEach(cleanup)

/** A text field in a form; the handlers of both record each key they receive. */
function Field({ got }: { readonly got: string[] }) {
  return (
    <form
      onKeyDownCapture={({ key }) => got.push(`capture ${key}`)}
      onKeyUp={({ key }) => got.push(`up ${key}`)}
    >
      <input onKeyDown={({ key }) => got.push(key)} />
    </form>
  )
}

const show = (): string[] => {
  const got: string[] = []
  render(
    <UiProvider>
      <Field got={got} />
    </UiProvider>,
  )
  return got
}

const field = () => screen.getByRole('textbox')

/**
 * Renders into a shadow tree, as on another site's page.
 * @returns the field, and the keys that its handlers and the form received
 */
function showEmbedded() {
  const carrier = document.body.appendChild(document.createElement('div'))
  const scope = carrier.attachShadow({ mode: 'open' })
  const container = scope.appendChild(document.createElement('div'))
  const root = { scope, html: container, body: container, overlays: container, hasAddress: false }
  const got: string[] = []
  render(
    <UiProvider root={root}>
      <Field got={got} />
    </UiProvider>,
    { container },
  )
  return { field: scope.querySelector('input') as HTMLInputElement, got }
}

describe('while an input method composes', () => {
  it('hides its keys from every handler on the page', () => {
    const got = show()
    for (const key of ['Escape', 'Enter', 'ArrowDown', 'Tab', 'k']) {
      fireEvent.keyDown(field(), { key, isComposing: true })
      fireEvent.keyUp(field(), { key, isComposing: true })
    }
    expect(got).toEqual([])
  })

  it('hides the key that ended the composition, which Safari reports afterwards', () => {
    const got = show()
    fireEvent.compositionStart(field())
    fireEvent.compositionEnd(field())
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(got).toEqual([])
  })

  it('leaves the key to the browser', () => {
    show()
    expect(fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })).toBe(true)
  })
})

it('passes keys on once the composition has ended', () => {
  const got = show()
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
  fireEvent.keyUp(field(), { key: 'Enter', keyCode: 13 })
  expect(got).toEqual(['capture Enter', 'Enter', 'up Enter'])
})

it('hides composition keys in an embedded remote, but not those on the page around it', () => {
  const { field, got } = showEmbedded()
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(got).toEqual(['capture Escape', 'Escape'])
  const page: string[] = []
  document.body.addEventListener('keydown', ({ key }) => page.push(key), { once: true })
  fireEvent.keyDown(document.body, { key: 'Enter', isComposing: true })
  expect(page).toEqual(['Enter'])
})

it('stops listening when the page unmounts', () => {
  show()
  cleanup()
  const got: string[] = []
  render(<Field got={got} />)
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(got).toEqual(['capture Enter', 'Enter'])
})
