import { type RemoteModule, releaseModules } from '@atrium/contract'
import { Link, moduleName } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, PageHeader, StatusTag, useCall } from '@atrium/ui-kit/list'
import { useEffect, useRef } from 'react'
import { useSystemText } from '../texts/index.ts'
import { addressOf } from './address.ts'
import { HealthTag, ModuleFacts } from './ModuleFacts.tsx'
import { WithoutModule } from './WithoutModule.tsx'

interface CardProps {
  readonly module: RemoteModule
  /** Whether the user has just returned from this module. */
  readonly left: boolean
}

function ModuleCard({ module, left }: CardProps) {
  const t = useSystemText()
  const link = useRef<HTMLAnchorElement>(null)
  const { name, rolledBackFrom, unusable } = module
  useEffect(() => {
    if (left) link.current?.focus()
  }, [left])
  return (
    <li className="card module-card">
      <div className="module-card-head">
        <div>
          <h2>
            <Link ref={link} className="module-link" to={addressOf({ name })}>
              {moduleName(name)}
            </Link>
          </h2>
          <code>{name}</code>
        </div>
        <span className="module-card-tags">
          {rolledBackFrom && <StatusTag tone="warning">{t('module.wasRolledBack')}</StatusTag>}
          {unusable.length > 0 && <StatusTag tone="bad">{t('module.hasUnusable')}</StatusTag>}
          <HealthTag health={module.health} />
        </span>
      </div>
      <ModuleFacts module={module} />
    </li>
  )
}

/**
 * Shows the modules of the suite as cards.
 * @param left module from which the user returns, or ''
 */
export function ModuleList({ left }: { readonly left: string }) {
  const t = useSystemText()
  const { data: modules, error, refetch, isFetching } = useCall(releaseModules, {})
  return (
    <div className="page">
      <PageHeader
        title={t('module.title')}
        purpose={t('module.purpose')}
        action={
          <Button loading={isFetching && modules !== undefined} onClick={() => void refetch()}>
            {t('module.refresh')}
          </Button>
        }
      />
      {modules && modules.length > 0 && (
        <ul className="module-cards" aria-label={t('module.title')}>
          {modules.map((module) => (
            <ModuleCard key={module.name} module={module} left={module.name === left} />
          ))}
        </ul>
      )}
      {!modules?.length && (
        <WithoutModule known={modules !== undefined} error={error} retry={() => void refetch()}>
          <EmptyState title={t('module.empty')} hint={t('module.emptyHint')} />
        </WithoutModule>
      )}
    </div>
  )
}
