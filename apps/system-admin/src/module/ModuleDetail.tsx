import { type RemoteModule, releaseModules } from '@atrium/contract'
import { Link, moduleName } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, HistoryButton, PageHeader, Tabs, useCall } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSystemText } from '../texts/index.ts'
import { addressOf } from './address.ts'
import { ErrorTable } from './ErrorTable.tsx'
import { HealthTag, ModuleFacts } from './ModuleFacts.tsx'
import { type Rollback, RollbackDialog } from './ReleaseDialogs.tsx'
import { ReleaseTable } from './ReleaseTable.tsx'
import { TenantTable } from './TenantTable.tsx'
import { WithoutModule } from './WithoutModule.tsx'

interface DetailProps {
  /** Name of the module. */
  readonly name: string
  /** Whether the user opened it from the list. */
  readonly entered: boolean
  /** Key of the tab in the address. */
  readonly tab: string
  readonly onShow: (tab: string) => void
}

const panels = {
  releases: (module: RemoteModule) => <ReleaseTable module={module} />,
  tenants: (module: RemoteModule) => <TenantTable module={module} />,
  errors: (module: RemoteModule) => <ErrorTable module={module} />,
} as const satisfies Record<string, (module: RemoteModule) => ReactNode>

const tabs = Object.keys(panels) as (keyof typeof panels)[]

/** Links back to the module list. Takes the focus when the user opened a module, because the clicked card is gone. */
function Back({ entered }: Pick<DetailProps, 'entered'>) {
  const t = useSystemText()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (entered) link.current?.focus()
  }, [entered])
  return (
    <Link ref={link} className="module-link module-back" to={addressOf({})}>
      {t('module.back')}
    </Link>
  )
}

function OpenModule({
  module,
  tab,
  onShow,
}: Pick<DetailProps, 'tab' | 'onShow'> & { readonly module: RemoteModule }) {
  const t = useSystemText()
  const rollback = useEntityDialog<Rollback>()
  const { name, active, previous, routes } = module
  const shown = tabs.find((key) => key === tab) ?? 'releases'
  return (
    <>
      <PageHeader
        title={moduleName(name)}
        purpose={t('module.codeAndRoutes', { name, routes: routes.join(' ') })}
        action={
          <>
            <HistoryButton entity="remote_module" entityId={name} name={moduleName(name)} />
            {previous && (
              <Button status="warning" onClick={() => rollback.edit({ ...module, reason: '' })}>
                {t('module.rollback.action', { version: previous })}
              </Button>
            )}
          </>
        }
      />
      <section className="card" aria-label={t('module.overview')}>
        <div className="module-card-head">
          <HealthTag health={module.health} />
          {active && <small>{t('module.healthOf', { version: active })}</small>}
        </div>
        <ModuleFacts module={module} />
      </section>
      <div>
        <Tabs
          label={t('module.tabs')}
          tabs={tabs.map((key) => ({ key, label: t(`module.tab.${key}`) }))}
          shown={shown}
          onShow={onShow}
          panelClassName="module-panel"
        >
          {panels[shown](module)}
        </Tabs>
      </div>
      <RollbackDialog state={rollback} />
    </>
  )
}

/** Shows a module: its facts, its releases, the tenants' update modes and its errors. */
export function ModuleDetail({ name, entered, ...tabProps }: DetailProps) {
  const t = useSystemText()
  const { data: modules, error, refetch } = useCall(releaseModules, {})
  const module = modules?.find((one) => one.name === name)
  return (
    <div className="page">
      <Back entered={entered} />
      {module ? (
        <OpenModule module={module} {...tabProps} />
      ) : (
        <WithoutModule known={modules !== undefined} error={error} retry={() => void refetch()}>
          <EmptyState title={t('module.unknown', { name })} hint={t('module.unknownHint')} />
        </WithoutModule>
      )}
    </div>
  )
}
