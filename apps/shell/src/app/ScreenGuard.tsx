import { useLocation } from '@atrium/shared-api'
import { Component, type ReactNode } from 'react'
import { reportFailure } from '../remotes/reporting.ts'
import { FetchFailed } from './FetchFailed.tsx'

interface Props {
  readonly path: string
  readonly children: ReactNode
}

/**
 * Error boundary above all screens. A screen that throws while the user leaves it has already lost its own boundary,
 * so the guard draws the new screen a second time. If the new screen throws too, for example because the suite's code
 * could not be fetched, the guard shows an error. A retry reloads the page.
 */
class Guard extends Component<Props, { readonly thrown: boolean }> {
  override state = { thrown: false }
  /** Whether the current screen was already drawn a second time. */
  private drawnAgain = false

  static getDerivedStateFromError() {
    return { thrown: true }
  }

  override componentDidCatch(error: unknown): void {
    reportFailure(({ reportThrown }) => reportThrown(error))
    if (!this.drawnAgain) this.setState({ thrown: false })
    this.drawnAgain = true
  }

  override componentDidUpdate({ path }: Props): void {
    if (path === this.props.path) return
    this.drawnAgain = false
    if (this.state.thrown) this.setState({ thrown: false })
  }

  override render(): ReactNode {
    if (!this.state.thrown) return this.props.children
    return <FetchFailed retry={() => window.location.reload()} />
  }
}

/** Keeps the page alive when a screen throws while the user leaves it. */
export function ScreenGuard({ children }: { readonly children: ReactNode }) {
  return <Guard path={useLocation().pathname}>{children}</Guard>
}
