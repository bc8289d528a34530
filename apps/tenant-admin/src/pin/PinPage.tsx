import { type PinSettings, pinNoticeTypes, pinRules, pinSettings, pinSettingsSave } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { ErrorState, Form, fieldOf, Input, mayLeave } from '@atrium/ui-kit'
import { PageHeader, TableSkeleton, useCall } from '@atrium/ui-kit/list'
import { EntityPage, RadioChoice } from '@atrium/ui-kit/overlay'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'
import { PinSample } from './PinSample.tsx'

const Field = fieldOf(pinSettingsSave)
const refreshes = [pinSettings]

/** Describes how long PINs are valid, from the form's current value. */
function Validity() {
  const t = useTenantText()
  const { form } = Form.useFormContext()
  const entered = String(Form.useWatch('pinDuration', form) ?? '').trim()
  if (!/^\d{1,6}$/.test(entered)) return t('pin.durationHint')
  const minutes = Number(entered)
  if (minutes === 0) return t('pin.endless')
  const parts = [
    [Math.floor(minutes / 1440), 'pin.days'],
    [Math.floor(minutes / 60) % 24, 'pin.hours'],
    [minutes % 60, 'pin.minutes'],
  ] as const
  const duration = parts.flatMap(([count, unit]) => (count > 0 ? [t(unit, { count })] : []))
  return t('pin.ends', { duration: duration.join(' ') })
}

/** Form for one tenant's PIN settings. */
function PinForm({ settings }: { readonly settings: PinSettings }) {
  const t = useTenantText()
  const rules = [
    { value: pinRules.letters, label: t('pin.letters') },
    { value: pinRules.digits, label: t('pin.digits') },
    { value: pinRules.both, label: t('pin.both') },
  ]
  const ways = [
    { value: pinNoticeTypes.email, label: t('pin.email') },
    { value: pinNoticeTypes.sms, label: t('pin.sms') },
  ]
  const labelled = (choices: typeof rules | typeof ways) => (value: unknown) =>
    choices.find((choice) => choice.value === value)?.label ?? String(value)
  return (
    <EntityPage
      version={settings.rowVersion}
      call={pinSettingsSave}
      values={settings}
      tenantId={settings.id}
      history={{ entity: 'tenant_pin', entityId: settings.id, name: t('pin.title') }}
      refreshes={refreshes}
      show={{ pinRule: labelled(rules), pinNoticeType: labelled(ways) }}
    >
      {settings.rowVersion === 0 && <p>{t('pin.byDefault')}</p>}
      <Field name="pinRule">
        <RadioChoice choices={rules} />
      </Field>
      <Field name="pinLength" extra={t('pin.lengthHint')}>
        <Input />
      </Field>
      <PinSample />
      <Field name="pinNoticeType">
        <RadioChoice choices={ways} />
      </Field>
      <Field name="pinDuration" extra={<Validity />}>
        <Input />
      </Field>
    </EntityPage>
  )
}

const defaults = { tenantId: '' }

/** Page with the PIN settings of the selected tenant. */
export default function PinPage() {
  const t = useTenantText()
  const [address, setAddress] = useAddressState(defaults)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id }),
  })
  const { data, error, refetch } = useCall(pinSettings, { id: tenantId }, { enabled: tenantId !== '' })
  const choose = async (id: string) => {
    if (await mayLeave()) select.onChange(id)
  }
  return (
    <div className="page">
      <PageHeader title={t('pin.title')} purpose={t('pin.purpose')} />
      <TenantSelect {...select} onChange={choose} />
      {data && <PinForm key={data.id} settings={data} />}
      {isNone && <NoTenant />}
      {!data && !isNone && (
        <div className="card entity-page">
          {error ? (
            <ErrorState
              title={t('pin.failed')}
              detail={error.message}
              retryLabel={t('pin.retry')}
              onRetry={refetch}
            />
          ) : (
            <TableSkeleton />
          )}
        </div>
      )}
    </div>
  )
}
