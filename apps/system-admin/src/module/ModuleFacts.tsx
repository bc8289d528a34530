import type { ReleaseHealth, RemoteModule } from '@atrium/contract'
import { Link, profile, useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import { durationOf, StatusTag, shownInstant } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useSystemText } from '../texts/index.ts'
import { addressOf } from './address.ts'
import {
  failureRate,
  type Rating,
  ratingOf,
  stateOf,
  toneOfRating,
  toneOfState,
  type Vital,
} from './health.ts'
import { Rejections } from './Rejections.tsx'

const Fact = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Shown if there are no reports. */
const dash = '–'

/** Shows whether a release works for users. */
export function HealthTag({ health }: { readonly health: ReleaseHealth }) {
  const t = useSystemText()
  const state = stateOf(health, profile().modules.rollback.percentage)
  return <StatusTag tone={toneOfState[state]}>{t(`module.state.${state}`)}</StatusTag>
}

/** Returns how often a release failed and for how many users. Reports without a sign-in are counted separately. */
function useFailures({ failures: count, failedPersons: persons, failedAddresses: addresses }: ReleaseHealth) {
  const t = useSystemText()
  return addresses > 0
    ? t('module.anonymousFailures', { count, persons, addresses })
    : t('module.failures', { count, persons })
}

/** Shows the share of users for whom a release failed, and the absolute numbers in a tooltip. */
export function FailureRate({ health }: { readonly health: ReleaseHealth }) {
  const language = useLanguage()
  const failures = useFailures(health)
  const rate = failureRate(health)
  if (rate === undefined) return dash
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return <span title={failures}>{format.format(rate)}</span>
}

const RatingTag = ({ rating }: { readonly rating: Rating }) => {
  const t = useSystemText()
  return <StatusTag tone={toneOfRating[rating]}>{t(`module.rating.${rating}`)}</StatusTag>
}

const vitals: readonly Vital[] = ['lcp', 'inp', 'cls']

/** Shows what browsers reported about a release within the last day. */
function Health({ health }: { readonly health: ReleaseHealth }) {
  const t = useSystemText()
  const language = useLanguage()
  const failures = useFailures(health)
  const shown = (vital: Vital, value: number): string =>
    vital === 'cls'
      ? value.toLocaleString(language, { maximumFractionDigits: 2 })
      : durationOf(value, language)
  return (
    <dl className="facts module-facts module-health" aria-label={t('module.health')}>
      <Fact label={t('module.loads')}>{health.loads.toLocaleString(language)}</Fact>
      <Fact label={t('module.failureRate')}>
        <FailureRate health={health} />
        {health.failures > 0 && <small>{failures}</small>}
      </Fact>
      <Fact label={t('module.readyTime')}>
        {health.readyTime === null ? dash : durationOf(health.readyTime, language)}
      </Fact>
      {vitals.map((vital) => {
        const value = health[vital]
        return (
          <Fact
            key={vital}
            label={<span title={t(`module.vitalHint.${vital}`)}>{t(`module.vital.${vital}`)}</span>}
          >
            {value === null ? (
              dash
            ) : (
              <>
                {shown(vital, value)} <RatingTag rating={ratingOf(vital, value)} />
              </>
            )}
          </Fact>
        )
      })}
    </dl>
  )
}

/** Shows when and why a release was rolled back automatically. */
function RolledBack({ module }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  const { name, rolledBackFrom, rolledBackAt } = module
  if (rolledBackFrom === '') return null
  const { percentage, persons, minutes } = profile().modules.rollback
  return (
    <p className="module-notice">
      {t('module.rolledBack', { version: rolledBackFrom, time: shownInstant(rolledBackAt) })}{' '}
      {t('module.rolledBackWhy', { percentage, persons, minutes })}{' '}
      <Link className="module-link" to={addressOf({ name, tab: 'errors', version: rolledBackFrom })}>
        {t('module.showErrors')}
      </Link>
    </p>
  )
}

/** Lists active releases that cannot run, the reasons, and what users get instead. */
function Unusable({ module: { active, served, unusable } }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  return unusable.map(({ version, tenantCount: count, refusals }) => (
    <div key={version} className="module-notice">
      {t('module.cannotRun', { version })}{' '}
      {served !== '' && served !== version && (
        <>
          {(version === active || count === 0) && t('module.servedInstead', { version: served })}{' '}
          {count > 0 && t('module.servedToTenants', { count, version: served })}
        </>
      )}
      <Rejections of={refusals} />
    </div>
  ))
}

/** Shows the facts of a module: which releases are active for whom, and the health of the current one. */
export function ModuleFacts({ module }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  const label = useLabels('release')
  const shared = useContractText()
  const { active, previous, shareVersion, sharePercentage, tenantCount, health } = module
  return (
    <>
      <div>
        <RolledBack module={module} />
        <Unusable module={module} />
        <dl className="facts module-facts module-releases">
          <Fact label={label('active')}>
            <strong>{active || t('module.inactive')}</strong>
          </Fact>
          <Fact label={label('previous')}>{previous || dash}</Fact>
          <Fact label={t('module.share')}>
            {shareVersion
              ? t('module.shareOf', { version: shareVersion, percentage: sharePercentage })
              : dash}
          </Fact>
          <Fact label={shared('release.tenantCount')}>{t('module.tenants', { count: tenantCount })}</Fact>
        </dl>
      </div>
      <Health health={health} />
    </>
  )
}
