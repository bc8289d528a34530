import { SchemaForm, type SchemaFormProps } from '../../form/index.ts'
import { SubmitButton } from '../SubmitButton.tsx'
import { Refused } from './Refused.tsx'

interface Props extends SchemaFormProps {
  /** Why the server refused: `useRefusal`'s. */
  readonly refused: string
  /** Whether it is on its way: `useAttempt`'s. */
  readonly busy: boolean
  /** What the button that sends it says. */
  readonly submitText: string
}

/**
 * A form of coming in: why it was refused, its fields, and the button that sends it. Most have but a few fields, all of
 * them required, so that none is marked unless the form says so.
 */
export function AttemptForm({ refused, busy, submitText, children, ...form }: Props) {
  return (
    <>
      <Refused message={refused} />
      <SchemaForm requiredSymbol={false} {...form}>
        {children}
        <SubmitButton busy={busy}>{submitText}</SubmitButton>
      </SchemaForm>
    </>
  )
}
