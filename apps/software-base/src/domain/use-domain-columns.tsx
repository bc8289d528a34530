import { type Domain, type domainList, signInStyles } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, StatusTag, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (domain: Domain) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
  readonly initialise: (domain: Domain) => void
  readonly showSignIns: (domain: Domain) => void
}

/** Returns the columns of the domain list. */
export function useDomainColumns(handlers: Handlers): ColumnsOf<typeof domainList> {
  const { edit, remove, initialise, showSignIns } = handlers
  const t = useSoftwareBaseText()
  const label = useLabels('domain')
  return useMemo(() => {
    const link = (url: string) =>
      url !== '' && (
        <a
          className="domain-link"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={t('domain.newWindow', { url })}
        >
          {url.replace(/^https:\/\//, '')}
        </a>
      )
    return [
      { key: 'tenantName', title: label('tenantId'), width: 150 },
      { key: 'softName', title: label('softName'), width: 140, shortened: true },
      { key: 'urlName', title: label('urlName'), width: 120, sortable: true, always: true },
      { key: 'url', title: label('url'), width: 160, render: ({ url }) => link(url) },
      {
        key: 'mobileUrl',
        title: label('mobileUrl'),
        width: 180,
        hidden: true,
        render: ({ mobileUrl }) => link(mobileUrl),
      },
      {
        key: 'websiteUrl',
        title: label('websiteUrl'),
        width: 180,
        hidden: true,
        render: ({ websiteUrl }) => link(websiteUrl),
      },
      { key: 'apiUrl', title: label('apiUrl'), width: 180, hidden: true },
      {
        key: 'initSoftware',
        title: label('initSoftware'),
        width: 96,
        render: ({ initSoftware }) =>
          initSoftware ? (
            <span title={shownInstant(initSoftware)}>
              <StatusTag tone="good">{t('domain.done')}</StatusTag>
            </span>
          ) : (
            <StatusTag tone="plain">{t('domain.notYet')}</StatusTag>
          ),
      },
      { key: 'remark', title: label('remark'), width: 160, hidden: true },
      editColumn({
        name: ({ urlName, tenantName }) => `${tenantName} ${urlName}`,
        history: 'tenant_url',
        before: (domain) => [
          ...(domain.canInit ? [{ label: t('domain.init.action'), onChoose: () => initialise(domain) }] : []),
          ...(domain.signInStyle === signInStyles.openId
            ? [{ label: t('domain.signIns.action'), onChoose: () => showSignIns(domain) }]
            : []),
        ],
        edit,
        remove: ({ id, urlName, tenantId }) => remove({ id }, urlName, tenantId),
        width: 280,
      }),
    ]
  }, [t, label, edit, remove, initialise, showSignIns])
}
