import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import { user } from '../test-support/render.tsx'
import { lazyPart } from './lazy-part.tsx'

type Part = { readonly default: ComponentType<{ readonly name: string }> }

const there: Part = { default: ({ name }) => <p>here is {name}</p> }
const broken: Part = {
  default: () => {
    throw new Error('a mistake of its own')
  },
}

const Failed = ({ retry }: { readonly retry: () => void }) => (
  <button type="button" onClick={retry}>
    again
  </button>
)

/** Error boundary around the part. */
class Around extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {}
  static getDerivedStateFromError = ({ message }: Error) => ({ message })
  override render() {
    return this.state.message ?? this.props.children
  }
}

const show = (load: () => Promise<Part>) => {
  const Part = lazyPart(load, Failed)
  render(
    <Around>
      <Suspense>
        <input aria-label="beside" />
        <Part name="Ada" />
      </Suspense>
    </Around>,
  )
}

// React logs the errors that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  jest.restoreAllMocks()
  cleanup()
})

it('shows a failed load in its own area only, and fetches again on request', async () => {
  const load = jest.fn<() => Promise<Part>>()
  load.mockRejectedValueOnce(new Error('no answer')).mockRejectedValueOnce(new Error('no answer'))
  load.mockResolvedValue(there)
  show(load)
  const beside = await screen.findByLabelText('beside')
  await user.type(beside, 'typed')
  await user.click(await screen.findByText('again'))
  await user.click(await screen.findByText('again'))
  await screen.findByText('here is Ada')
  expect(load).toHaveBeenCalledTimes(3)
  expect(screen.getByLabelText<HTMLInputElement>('beside').value).toBe('typed')
})

it('leaves errors of the part to the boundary around it', async () => {
  show(async () => broken)
  await screen.findByText('a mistake of its own')
})
