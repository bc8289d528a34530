import { textsOf } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { Component, type ReactNode } from 'react'

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
    const t = textsOf('shell')
    return (
      <ErrorState
        title={t('inside.failed')}
        detail={t('inside.detail')}
        retryLabel={t('inside.retry')}
        onRetry={() => window.location.reload()}
      />
    )
  }
}
