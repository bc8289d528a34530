import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown in place of children that threw. */
  readonly fallback: (cause: unknown) => ReactNode
  /** Another value than before gives the children another chance. */
  readonly resetKey: string
  readonly children: ReactNode
}

interface State {
  readonly thrown?: { readonly cause: unknown } | undefined
  readonly resetKey: string
}

/** Keeps an exception of its children from reaching the rest of the page. */
export class CatchRender extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey }

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { thrown: { cause } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, thrown: undefined }
  }

  override render(): ReactNode {
    const { thrown } = this.state
    return thrown ? this.props.fallback(thrown.cause) : this.props.children
  }
}
