import type { ProductSignInStep } from '@atrium/contract'
import {
  isPublic,
  Outlet,
  pathOf,
  profile,
  Route,
  Routes,
  returnAddress,
  ssoReturn,
  useGo,
  useLanguage,
  usePageTitle,
  useSession,
  useTexts,
} from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { useCallback, useEffect, useState } from 'react'
import { RedirectToRoute, useRemotePrefixes } from '../app/addresses.tsx'
import { remoteRoutes } from '../app/remote-routes.tsx'
import { ActionNote } from '../remotes/ActionNote.tsx'
import { giveUp, nextStep } from './steps.ts'
import './product-sign-in.css'

/** Goes on to the product, or shows the next step. */
function follow(step: ProductSignInStep, show: (step: ProductSignInStep) => void): void {
  if (step.state !== 'done') show(step)
  else {
    ssoReturn.take()
    window.location.replace(step.url)
  }
}

/**
 * Page on which a user signs in for a product. With a session that is good enough, it leads on to the product at once.
 * Otherwise it shows the ordinary sign-in screens, and goes on after the sign-in.
 */
export function ProductSignIn() {
  const key = useSession((session) => session.key)
  const language = useLanguage()
  const go = useGo()
  const [step, setStep] = useState<ProductSignInStep>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let left = false
    const show = (taken: ProductSignInStep) => void (left || follow(taken, setStep))
    if (profile().sso.issuer) ssoReturn.keep(window.location.pathname)
    setFailed(false)
    // Users who want to change their password before they go on do that first.
    const begin = async () => {
      if (key !== undefined && returnAddress.take() === pathOf('modifyPwd')) go('modifyPwd')
      else show(await nextStep(key))
    }
    begin().catch(() => void (left || setFailed(true)))
    return () => {
      left = true
    }
  }, [key, language, attempt, go])
  const goBack = useCallback(() => {
    giveUp().then(
      (taken) => follow(taken, setStep),
      () => setFailed(true),
    )
  }, [])
  if (failed) return <Unreachable onRetry={() => setAttempt((count) => count + 1)} />
  if (!step || step.state === 'done') return null
  if (step.state === 'expired') return <Expired />
  if (step.state === 'rejected')
    return <Rejected {...step} onBack={goBack} onOther={() => setStep({ ...step, state: 'signInAgain' })} />
  return <Screens {...step} onBack={goBack} />
}

interface Going {
  readonly product: string
  readonly tenant: string
  readonly onBack: () => void
}

/** The screens that need no session, below a line that names the product. */
function Screens({ product, tenant, onBack }: Going) {
  const t = useTexts('shell')
  const outside = useRemotePrefixes().filter(({ route }) => isPublic(route))
  const toSignIn = <RedirectToRoute name="signInIndex" />
  return (
    <>
      <ActionNote
        className="product-sign-in-note"
        text={t('productSignIn.note', { product, tenant })}
        action={t('productSignIn.cancel')}
        onAction={onBack}
      />
      <Routes>
        <Route element={<Outlet />}>{remoteRoutes(outside, { loading: null, unknown: toSignIn })}</Route>
        <Route path="*" element={toSignIn} />
      </Routes>
    </>
  )
}

interface RejectedProps extends Going {
  readonly userName: string
  /** Why the user may not open the product, in the user's language. */
  readonly message: string
  readonly onOther: () => void
}

function Rejected({ product, tenant, userName, message, onBack, onOther }: RejectedProps) {
  const t = useTexts('shell')
  const title = t('productSignIn.rejected', { product, tenant })
  usePageTitle(title)
  return (
    <main className="product-sign-in" role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
      <p>{t('productSignIn.signedInAs', { userName })}</p>
      <div className="product-sign-in-actions">
        <Button type="primary" onClick={onBack}>
          {t('productSignIn.back', { product })}
        </Button>
        <Button onClick={onOther}>{t('productSignIn.other')}</Button>
      </div>
    </main>
  )
}

function Expired() {
  const t = useTexts('shell')
  usePageTitle(t('productSignIn.expired'))
  return (
    <main className="product-sign-in">
      <ErrorState
        title={t('productSignIn.expired')}
        detail={t('productSignIn.expiredLine')}
        retryLabel={t('productSignIn.home')}
        onRetry={() => window.location.assign('/')}
      />
    </main>
  )
}

function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('shell')
  return (
    <main className="product-sign-in">
      <ErrorState
        title={t('productSignIn.failed')}
        detail={t('productSignIn.failedLine')}
        retryLabel={t('productSignIn.retry')}
        onRetry={onRetry}
      />
    </main>
  )
}
