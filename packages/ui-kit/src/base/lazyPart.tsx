import { Component, type ComponentType, lazy } from 'react'

interface Failure {
  /** Fetches the part anew. */
  readonly retry: () => void
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** The code of a part did not arrive. Other errors of a part are left to the boundary around it. */
class PartMissing extends Error {}

const missing = (cause: unknown): never => {
  throw new PartMissing('A part of the page could not be fetched', { cause })
}

/**
 * A part of a screen that is fetched when it is first shown, within a Suspense. If that fails, the message takes only
 * its area, and a retry fetches again: React's own `lazy` stays failed until a reload.
 * @param load imports the part
 * @param Failed shows that it is missing
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Failed: ComponentType<Failure>,
): ComponentType<Props> {
  const fetching = () => lazy<ComponentType<Props>>(() => load().catch(missing))
  // Outside of the component: what suspends before it is mounted keeps nothing.
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
