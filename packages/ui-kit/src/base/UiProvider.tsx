import { ConfigProvider, type ConfigProviderProps } from '@arco-design/web-react'
import { type PageRoot, useLanguage } from '@atrium/shared-api'
import { type ReactNode, useEffect, useInsertionEffect, useMemo, useState } from 'react'
import { applyBrand } from './brand.ts'
import { shieldComposition } from './composition.ts'

type ArcoLocale = ConfigProviderProps['locale']

/** Replaces Arco's 'Goto', and drops its word after the field. */
const inPlainEnglish = (locale: NonNullable<ArcoLocale>): ArcoLocale => ({
  ...locale,
  Pagination: { ...locale.Pagination, goto: 'Go to page', page: '' },
})

/**
 * Returns Arco's built-in texts in the page's language. Chinese is bundled; English loads with the page's other
 * English texts.
 */
function useArcoLocale(): ArcoLocale {
  const language = useLanguage()
  const [english, setEnglish] = useState<ArcoLocale>()
  useEffect(() => {
    if (language !== 'en') return
    import(/* webpackChunkName: "texts-en" */ '@arco-design/web-react/es/locale/en-US.js').then(
      // The types describe CommonJS, but the bundler serves the ES module.
      ({ default: locale }) => setEnglish(inPlainEnglish(locale as unknown as NonNullable<ArcoLocale>)),
      // If this fails, the page stays usable with a few of Arco's Chinese texts.
      () => undefined,
    )
  }, [language])
  return language === 'en' ? english : undefined
}

export interface UiProviderProps {
  /** Brand colour as `#rrggbb`; Arco's blue by default. */
  readonly brandColor?: string
  /** Root of the suite, if the suite is embedded in another site's page. */
  readonly root?: PageRoot
  readonly children: ReactNode
}

/**
 * Returns a click in the form that Arco expects. Outside a shadow tree, events no longer show the element where they
 * began.
 */
const clickAt = (event: Event): Event => ({ target: event.composedPath()[0] ?? null }) as unknown as Event

/**
 * Arco listens for clicks outside an open list. Clicks in the suite's part of the page are forwarded after its own
 * handlers. All other clicks are forwarded before the page's handlers, which may stop them.
 */
function clicksFor(part: PageRoot['scope']): Pick<Document, 'addEventListener' | 'removeEventListener'> {
  const listening = new WeakMap<object, () => void>()
  return {
    addEventListener: (type: string, listener: unknown) => {
      const forwarded = listener as EventListener
      const within = (event: Event): void => forwarded(clickAt(event))
      const beyond = (event: Event): void => {
        if (!event.composedPath().includes(part)) forwarded(clickAt(event))
      }
      part.addEventListener(type, within)
      document.addEventListener(type, beyond, true)
      listening.set(forwarded, () => {
        part.removeEventListener(type, within)
        document.removeEventListener(type, beyond, true)
      })
    },
    removeEventListener: (_type: string, listener: unknown) => listening.get(listener as EventListener)?.(),
  }
}

/** Returns settings that keep popups and dialogs inside the suite's part of the page. */
function settingsWithin({ scope, body, overlays }: PageRoot): Partial<ConfigProviderProps> {
  const clicks = clicksFor(scope)
  return {
    getPopupContainer: () => body,
    componentConfig: {
      // Arco uses the document only to add and remove listeners.
      Trigger: { getDocument: () => clicks as unknown as Element },
      Modal: { getPopupContainer: () => overlays },
    },
  }
}

/** Applies the page's language and brand to the components. Wraps the whole page. */
export function UiProvider({ brandColor, root, children }: UiProviderProps) {
  const locale = useArcoLocale()
  const within = useMemo(() => (root ? settingsWithin(root) : {}), [root])
  // Runs before the first paint. In an effect, the default colour would flash briefly.
  useInsertionEffect(() => applyBrand(brandColor, root?.scope), [brandColor, root])
  useEffect(() => shieldComposition(root?.scope ?? window), [root])
  return (
    <ConfigProvider
      locale={locale}
      autoInsertSpaceInButton={false}
      effectGlobalModal={false}
      effectGlobalNotice={false}
      {...within}
    >
      {children}
    </ConfigProvider>
  )
}
