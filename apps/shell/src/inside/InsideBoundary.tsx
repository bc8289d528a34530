import { Component, type ReactNode } from 'react'
import { FetchFailed } from './FetchFailed.tsx'

/** Stands in for the suite where its own code could not be fetched; trying again starts the page anew. */
export class InsideBoundary extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FetchFailed retry={() => window.location.reload()} />
  }
}
