import { Input } from '@arco-design/web-react'
import type { RefInputType } from '@arco-design/web-react/es/Input/index.js'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef } from 'react'
import { Fact, Facts } from '../overlay/Facts.tsx'
import { useKitText } from '../texts/index.ts'
import type { SignatureState } from './signature-state.ts'
import './signature.css'

interface SignatureFieldsProps {
  readonly state: SignatureState
  /** Called when the user presses Enter in a field. */
  readonly onEnter: () => void
}

interface LabelledProps {
  readonly label: string
  readonly error: string | undefined
  readonly children: (facts: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
  }) => ReactElement
}

function Labelled({ label, error, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="signature-field">
      <label className="signature-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': error === undefined ? undefined : `${id}-error` })}
      {error !== undefined && (
        <p id={`${id}-error`} className="signature-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Shows who signs and what the signature means, and asks for its components. */
export function SignatureFields({ state, onEnter }: SignatureFieldsProps) {
  const t = useKitText()
  const { signatory, meaning, account, password, problem, busy } = state.use()
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && onEnter()
  // Inputs that are disabled would lose the focus.
  const common = { readOnly: busy, onKeyDown, autoCapitalize: 'none', spellCheck: false }
  const [accountInput, passwordInput] = [useRef<RefInputType>(null), useRef<RefInputType>(null)]
  const first = signatory.hasSigned ? passwordInput : accountInput
  const rejected = problem?.field === 'password' ? passwordInput : problem && first
  useEffect(() => first.current?.focus(), [first])
  useEffect(() => rejected?.current?.focus(), [rejected])
  if (!state.canSign)
    return (
      <p className="signature-error" role="alert">
        {signatory.problem}
      </p>
    )
  return (
    <>
      <p>{t('signature.statement')}</p>
      <div className="signature-facts">
        <Facts>
          <Fact label={t('signature.signer')}>{`${signatory.printedName} (${signatory.userName})`}</Fact>
          <Fact label={t('signature.meaning')}>{t(`signature.meanings.${meaning}`)}</Fact>
        </Facts>
      </div>
      {(problem?.field === 'signature' || problem?.field === 'meaning') && (
        <p className="signature-error" role="alert">
          {problem.message}
        </p>
      )}
      {!signatory.hasSigned && (
        <Labelled label={t('signature.account')} error={errorOf('account')}>
          {(facts) => (
            <Input
              {...facts}
              {...common}
              ref={accountInput}
              aria-required
              autoComplete="off"
              maxLength={64}
              status={errorOf('account') === undefined ? undefined : 'error'}
              value={account}
              onChange={(value) => state.change({ account: value })}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t('signature.password')} error={errorOf('password')}>
        {(facts) => (
          <Input
            {...facts}
            {...common}
            ref={passwordInput}
            aria-required
            type="password"
            autoComplete="current-password"
            status={errorOf('password') === undefined ? undefined : 'error'}
            value={password}
            onChange={(value) => state.change({ password: value })}
          />
        )}
      </Labelled>
      <p className="signature-hint">{t(signatory.hasSigned ? 'signature.further' : 'signature.first')}</p>
    </>
  )
}
