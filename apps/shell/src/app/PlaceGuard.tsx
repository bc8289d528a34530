import { useLocation } from '@atrium/shared-api'
import { Component, type ReactNode } from 'react'
import { reportFailure } from '../remotes/reporting.ts'
import { FetchFailed } from './FetchFailed.tsx'

interface Props {
  readonly place: string
  readonly children: ReactNode
}

/**
 * Stands above all places. What throws while it is left has no boundary any more, since that goes with it: the place
 * that is entered is drawn once more. Where that throws too, as the suite's own code does that could not be fetched, it
 * says so, and trying again starts the page anew.
 */
class Guard extends Component<Props, { readonly thrown: boolean }> {
  override state = { thrown: false }
  /** Whether it was drawn once more since this place was entered. */
  private drawnAgain = false

  static getDerivedStateFromError() {
    return { thrown: true }
  }

  override componentDidCatch(error: unknown): void {
    reportFailure(({ reportThrown }) => reportThrown(error))
    if (!this.drawnAgain) this.setState({ thrown: false })
    this.drawnAgain = true
  }

  override componentDidUpdate({ place }: Props): void {
    if (place === this.props.place) return
    this.drawnAgain = false
    if (this.state.thrown) this.setState({ thrown: false })
  }

  override render(): ReactNode {
    if (!this.state.thrown) return this.props.children
    return <FetchFailed retry={() => window.location.reload()} />
  }
}

/** Keeps the page alive whatever a screen throws as it is left. */
export function PlaceGuard({ children }: { readonly children: ReactNode }) {
  return <Guard place={useLocation().pathname}>{children}</Guard>
}
