import {
  authorizationStyles,
  type CtmsSite,
  ctmsSite,
  type UserSoftware,
  userSoftware,
} from '@atrium/contract'
import { Link, pathOf, profile, sendToCtms, useLanguage, useLocation, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { type ReactNode, useEffect, useState } from 'react'
import { LicenceState } from './LicenceNote.tsx'
import { useOpenProduct } from './open-product.ts'
import { ProductMark } from './ProductMark.tsx'
import './texts/index.ts'

interface ProductCardsProps {
  /** Shown until the products are loaded. */
  readonly skeleton: ReactNode
  /** Shown if the user has no product. */
  readonly nothing: ReactNode
}

/** Shows the user's products as cards, rendered as list items. */
export default function ProductCards({ skeleton, nothing }: ProductCardsProps) {
  const t = useTexts('landing')
  const { data, error, refetch } = useCall(userSoftware, {}, { keepPrevious: true })
  if (error) {
    return (
      <li className="landing-wide">
        <ErrorState
          title={t('failed')}
          detail={error.message}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      </li>
    )
  }
  if (!data) return skeleton
  if (data.length === 0) return nothing
  return data.map((product) => (
    <li key={product.id}>
      <ProductCard product={product} />
    </li>
  ))
}

/** Card that opens a product. Leads to a list of tenants or studies, or directly to the only one. */
function ProductCard({ product }: { readonly product: UserSoftware }) {
  const { pathname } = useLocation()
  const open = useOpenProduct()
  const { id, authorizationStyle, tenantId } = product
  const content = <CardContent product={product} />
  if (authorizationStyle === authorizationStyles.rtsm) {
    return (
      <Link to={pathOf('projectListRTSM', pathname)} className="landing-card">
        {content}
      </Link>
    )
  }
  if (tenantId === '' || authorizationStyle === authorizationStyles.edc) {
    const search = `?${new URLSearchParams({ softwareId: id })}`
    return (
      <Link to={{ pathname: pathOf('tenantListEDC', pathname), search }} className="landing-card">
        {content}
      </Link>
    )
  }
  return (
    <button type="button" className="landing-card" onClick={() => open({ softwareId: id, tenantId })}>
      {content}
    </button>
  )
}

function CardContent({ product }: { readonly product: UserSoftware }) {
  const t = useTexts('landing')
  const { displayName, authorizationStyle, tenantCount, studyCount } = product
  const site = useCtmsSite(authorizationStyle === authorizationStyles.ctms)
  const [logoFailed, setLogoFailed] = useState(false)
  const logo = site && logoOf(site)
  const ofStudies = authorizationStyle === authorizationStyles.rtsm
  return (
    <>
      {logo && !logoFailed ? (
        <img className="landing-logo" src={logo} alt="" onError={() => setLogoFailed(true)} />
      ) : (
        <ProductMark style={authorizationStyle} />
      )}
      <span className="landing-name">{displayName}</span>
      {site?.siteName && <span className="landing-line">{site.siteName}</span>}
      <span className="landing-line">
        {ofStudies ? t('studies', { count: studyCount }) : t('tenants', { count: tenantCount })}
      </span>
      <LicenceState {...product} />
    </>
  )
}

/** Returns the address of the CTMS's logo, undefined if the CTMS has none or an invalid one. */
function logoOf({ logo }: CtmsSite): string | undefined {
  const base = new URL(profile().ctms.basePath, document.baseURI)
  return logo && URL.canParse(logo, base) ? new URL(logo, base).href : undefined
}

/** Returns the site information of the CTMS, undefined without a CTMS or until it responds. */
function useCtmsSite(wanted: boolean): CtmsSite | undefined {
  const language = useLanguage()
  const [site, setSite] = useState<CtmsSite>()
  const { basePath, publicKey } = profile().ctms
  const asked = wanted && basePath !== '' && publicKey !== ''
  useEffect(() => {
    if (!asked) return
    const controller = new AbortController()
    const { signal } = controller
    // No error message, because the card is complete without this information.
    sendToCtms(ctmsSite, {}, { overlay: false, silent: true, signal }).then(
      (response) => setSite(ctmsSite.response.safeParse(response).data),
      () => undefined,
    )
    return () => controller.abort()
  }, [asked, language])
  return site
}
