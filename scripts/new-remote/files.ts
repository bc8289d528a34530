/** Name of a new remote in the forms that its files need. */
interface Names {
  /** Kebab case, such as `visit-plan`. */
  readonly name: string
  /** Camel case, such as `visitPlan`; also the remote's route prefix. */
  readonly camel: string
  /** Pascal case, such as `VisitPlan`. */
  readonly pascal: string
}

const namesOf = (name: string): Names => {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return { name, camel, pascal: camel.charAt(0).toUpperCase() + camel.slice(1) }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const packageJson = ({ name }: Names): string =>
  json({
    name: `@atrium/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: { '.': './src/index.tsx' },
    dependencies: {
      '@atrium/contract': 'workspace:*',
      '@atrium/federation': 'workspace:*',
      '@atrium/shared-api': 'workspace:*',
      '@atrium/ui-kit': 'workspace:*',
      react: 'catalog:',
      'react-dom': 'catalog:',
    },
    devDependencies: {
      '@testing-library/react': 'catalog:',
      '@testing-library/user-event': 'catalog:',
      '@types/react': 'catalog:',
      '@types/react-dom': 'catalog:',
    },
  })

const webpackConfig = ({ name, camel }: Names): string => `import { remote } from '@atrium/federation/webpack'

export default remote({ name: '${name}', root: import.meta.dirname, routes: ['/${camel}'] })
`

const readme = ({ name, camel }: Names): string => `# ${name}

A remote with the routes under \`/${camel}\`. It exposes \`routes\` and \`mount\`, nothing else.

- \`session/\`: an example: a list of the user's sessions with a dialog. It needs no call and no menu of its own. Replace
  it with your own screens, each in its folder, and list them in \`routes.ts\`.
- \`texts/\`: Chinese and English, one file per language.

\`pnpm dev\` shows it while you work, once an administrator has added a menu entry. \`pnpm release ${name}\` releases it.
See docs/teams.md.
`

const routes = ({ camel }: Names): string => `import type { RemoteRoute } from '@atrium/federation'
import { lazy } from 'react'

/** The screens, each fetched when the user enters it. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/${camel}/session',
    name: '${camel}Session',
    component: lazy(() => import('./session/SessionPage.tsx')),
  },
]
`

const mount = ({ name }: Names): string => `import { mountOf } from '@atrium/shared-api'

export const mount = mountOf('${name}')
`

const index = (): string => `export { mount } from './mount.ts'
export { routes } from './routes.ts'
`

const page = ({
  name,
  pascal,
}: Names): string => `import { ownSessions, type Session } from '@atrium/contract'
import { EmptyState, ListPage, useList } from '@atrium/ui-kit/list'
import { useState } from 'react'
import { use${pascal}Text } from '../texts/index.ts'
import { SessionDialog } from './SessionDialog.tsx'
import { useSessionColumns } from './use-session-columns.tsx'

/** Lists the sessions of the user. */
export default function SessionPage() {
  const t = use${pascal}Text()
  const list = useList(ownSessions, {})
  const [shown, setShown] = useState<Session>()
  const columns = useSessionColumns(setShown)
  return (
    <>
      <ListPage
        title={t('session.title')}
        purpose={t('session.purpose')}
        name="${name}.session"
        list={list}
        columns={columns}
        empty={<EmptyState title={t('session.empty')} hint={t('session.emptyHint')} />}
      />
      <SessionDialog session={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
`

const columns = ({ pascal }: Names): string => `import type { ownSessions, Session } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { type ColumnsOf, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { use${pascal}Text } from '../texts/index.ts'

/** Returns the columns of the list. @param show opens the dialog of a session */
export function useSessionColumns(show: (session: Session) => void): ColumnsOf<typeof ownSessions> {
  const t = use${pascal}Text()
  return useMemo(
    () => [
      {
        key: 'device',
        title: t('session.device'),
        width: 220,
        always: true,
        render: (session) => (
          <Button type="text" size="mini" onClick={() => show(session)}>
            {session.device || t('session.unknown')}
          </Button>
        ),
      },
      { key: 'address', title: t('session.address'), width: 160 },
      {
        key: 'lastUseTime',
        title: t('session.lastUse'),
        width: 180,
        render: ({ lastUseTime }) => shownInstant(lastUseTime),
      },
    ],
    [t, show],
  )
}
`

const dialog = ({
  pascal,
}: Names): string => `import { endOwnSessions, ownSessions, type Session } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { use${pascal}Text } from '../texts/index.ts'

interface Props {
  /** The session to show; undefined while the dialog is closed. */
  readonly session: Session | undefined
  readonly onClose: () => void
}

/** Shows a session and lets the user end it. */
export function SessionDialog({ session, onClose }: Props) {
  const t = use${pascal}Text()
  const [ending, setEnding] = useState(false)
  const end = async ({ id }: Session): Promise<void> => {
    setEnding(true)
    // \`send\` has shown the error.
    const ended = await send(endOwnSessions, { id }).then(
      () => true,
      () => false,
    )
    setEnding(false)
    if (!ended) return
    onClose()
    await refresh(ownSessions)
  }
  return (
    <Dialog
      open={session !== undefined}
      title={t('session.dialog')}
      width={480}
      onClose={onClose}
      footer={
        session && (
          <Button
            type="primary"
            status="danger"
            disabled={session.current}
            loading={ending}
            onClick={() => void end(session)}
          >
            {t('session.end')}
          </Button>
        )
      }
    >
      <p>{session?.device || t('session.unknown')}</p>
      <p>{session?.current ? t('session.present') : session?.address}</p>
    </Dialog>
  )
}
`

const pageTest = ({ pascal }: Names): string => `import { codes } from '@atrium/contract'
import { MemoryRouter, setLanguage } from '@atrium/shared-api'
import { envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import SessionPage from './SessionPage.tsx'

// A busy machine may be slow.
configure({ asyncUtilTimeout: 10_000 })

const times = { signInTime: '2026-11-01T08:00:00.000Z', lastUseTime: '2026-11-02T08:00:00.000Z' }
let sessions = [
  { id: '1', device: 'Chrome 131', address: '192.0.2.1', current: true, ...times },
  { id: '2', device: 'Firefox 133', address: '192.0.2.2', current: false, ...times },
]

/** Responds like the server: with the list, or by ending a session. */
function respond({ path, body }: SeenRequest) {
  if (path.endsWith('/list/self'))
    return envelope(codes.ok, '', { list: sessions, totalCount: sessions.length })
  sessions = sessions.filter(({ id }) => id !== Object(body).id)
  return envelope(codes.ok, '')
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(respond)
})
afterAll(() => api.stop())
afterEach(cleanup)

it('shows the sessions of ${pascal} and ends one', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await setLanguage('en')
  render(
    <MemoryRouter>
      <Suspense>
        <SessionPage />
      </Suspense>
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Firefox 133' }))
  await user.click(await screen.findByRole('button', { name: 'End session' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Firefox 133' })).toBeNull())
  expect(sessions.map(({ id }) => id)).toEqual(['1'])
})
`

const textsIndex = ({
  name,
  pascal,
}: Names): string => `import { addTexts, useTexts } from '@atrium/shared-api'
import * as areas from './areas.ts'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    '${name}': typeof zh
  }
}

addTexts(
  '${name}',
  {
    zh: () => import(/* webpackChunkName: "texts-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "texts-en" */ './en.json', { with: { type: 'json' } }),
  },
  Object.values(areas),
)

/** Returns the remote's own texts. */
export const use${pascal}Text = () => useTexts('${name}')
`

const textsAreas = (): string => `// The areas whose fields the screens show, with their texts.
export { sessionTexts } from '@atrium/contract'
`

const texts = {
  zh: {
    session: {
      title: '我的登录',
      purpose: '您在哪些设备上登录了平台',
      device: '设备',
      address: '登录地址',
      lastUse: '最近使用',
      unknown: '未知设备',
      present: '当前登录',
      dialog: '登录详情',
      end: '下线',
      empty: '没有登录',
      emptyHint: '登录后会显示在这里',
    },
  },
  en: {
    session: {
      title: 'My sessions',
      purpose: 'The devices on which you are signed in',
      device: 'Device',
      address: 'Address',
      lastUse: 'Last used',
      unknown: 'Unknown device',
      present: 'This session',
      dialog: 'Session',
      end: 'End session',
      empty: 'No sessions',
      emptyHint: 'They show here once you sign in',
    },
  },
}

/** Returns the files of a new remote by their path in its folder. @param name in kebab case */
export function filesOfRemote(name: string): Record<string, string> {
  const names = namesOf(name)
  return {
    'package.json': packageJson(names),
    'webpack.config.ts': webpackConfig(names),
    'README.md': readme(names),
    'src/index.tsx': index(),
    'src/mount.ts': mount(names),
    'src/routes.ts': routes(names),
    'src/session/SessionPage.tsx': page(names),
    'src/session/SessionDialog.tsx': dialog(names),
    'src/session/use-session-columns.tsx': columns(names),
    'src/session/session.test.tsx': pageTest(names),
    'src/texts/index.ts': textsIndex(names),
    'src/texts/areas.ts': textsAreas(),
    'src/texts/zh.json': json(texts.zh),
    'src/texts/en.json': json(texts.en),
  }
}

/** Returns the route prefix of a new remote. */
export const routeOfRemote = (name: string): string => `/${namesOf(name).camel}`
