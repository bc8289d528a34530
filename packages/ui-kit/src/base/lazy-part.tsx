import { Component, type ComponentType, lazy } from 'react'

interface Failure {
  /** Fetches the part again. */
  readonly retry: () => void
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** Thrown if the code of a part could not be loaded. Other errors of a part are left to the boundary around it. */
class PartMissing extends Error {}

const missing = (cause: unknown): never => {
  throw new PartMissing('A part of the page could not be fetched', { cause })
}

/**
 * Wraps a part of a screen that is fetched when it is first shown, within a Suspense. If the fetch fails, the message
 * covers only that part, and a retry fetches again. React's own `lazy` would keep failing until the page is reloaded.
 * @param load imports the part
 * @param Failed shows that the part is missing
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Failed: ComponentType<Failure>,
): ComponentType<Props> {
  const fetching = () => lazy<ComponentType<Props>>(() => load().catch(missing))
  // Kept outside the component, because a component that suspends before it is mounted loses its state.
  let Part = fetching()
  return class extends Component<Props, { readonly error?: unknown }> {
    override state: { readonly error?: unknown } = {}

    static getDerivedStateFromError(error: unknown) {
      return { error }
    }

    readonly retry = (): void => {
      Part = fetching()
      this.setState({ error: undefined })
    }

    override render() {
      const { error } = this.state
      if (error === undefined) return <Part {...this.props} />
      if (error instanceof PartMissing) return <Failed retry={this.retry} />
      throw error
    }
  }
}
