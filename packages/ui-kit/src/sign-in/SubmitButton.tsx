import { Button } from '@arco-design/web-react'
import type { MouseEvent, ReactNode } from 'react'

interface Props {
  /** Whether the form is on its way. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/**
 * Leaves the focus where it is while the button is pressed: the complaint about a field that is left can move the
 * button away from under the pointer, and the click would be lost.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** The button that sends a form of coming in. */
export function SubmitButton({ busy = false, children }: Props) {
  return (
    <Button type="primary" htmlType="submit" size="large" long loading={busy} onMouseDown={keepFocus}>
      {children}
    </Button>
  )
}
