import { type Domain, domainSave, issuerOf } from '@atrium/contract'
import { profile } from '@atrium/shared-api'
import { Button, copyText, fieldOf, Input, Message } from '@atrium/ui-kit'
import { Fact, Facts, FormSection } from '@atrium/ui-kit/overlay'
import { useRef } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { AddressLines } from './AddressLines.tsx'
import { addressProps } from './address-props.ts'

const Field = fieldOf(domainSave)

/** A fact whose text can be copied. */
function CopiedFact({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useSoftwareBaseText()
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(text, shown.current)) Message.success(t('domain.openId.copied', { name: label }))
    else Message.warning(t('domain.openId.copyFailed'))
  }
  return (
    <Fact label={label}>
      <code ref={shown}>{text}</code>{' '}
      <Button size="mini" onClick={copy} aria-label={t('domain.openId.copyOf', { name: label })}>
        {t('domain.openId.copy')}
      </Button>
    </Fact>
  )
}

/**
 * Part of a domain's form for products that sign in by OpenID Connect: what the product needs, and where it may return
 * to.
 */
export function OpenIdSection({ domain = {} }: { readonly domain: Partial<Domain> | undefined }) {
  const t = useSoftwareBaseText()
  const { id, redirectUrls = [], signedOutUrls = [], logoutUrl } = domain
  const isUsed = redirectUrls.length > 0 || signedOutUrls.length > 0 || Boolean(logoutUrl)
  return (
    <FormSection title={t('domain.openId.title')} open={isUsed}>
      <p className="domain-openid">{t('domain.openId.hint')}</p>
      <Facts>
        <CopiedFact label={t('domain.openId.issuer')} text={issuerOf(profile())} />
        {id ? (
          <CopiedFact label={t('domain.openId.clientId')} text={id} />
        ) : (
          <Fact label={t('domain.openId.clientId')}>{t('domain.openId.afterSaving')}</Fact>
        )}
        <Fact label={t('domain.openId.secret')}>{t('domain.openId.key')}</Fact>
      </Facts>
      <Field name="redirectUrls" required={false} extra={t('domain.openId.redirectHint')}>
        <AddressLines />
      </Field>
      <Field name="signedOutUrls" required={false} extra={t('domain.openId.signedOutHint')}>
        <AddressLines />
      </Field>
      <Field name="logoutUrl" extra={t('domain.openId.logoutHint')}>
        <Input {...addressProps} />
      </Field>
    </FormSection>
  )
}
