import type { Page } from '@playwright/test'

/** Opens a view from the previous one, or the first view of a page from anywhere. */
export type OpenView = (page: Page, language: 'zh' | 'en') => Promise<void>

/** A page of the suite and its views: the page itself, dialogs and menus, in the order in which a user opens them. */
export interface PageUnderTest {
  readonly name: string
  readonly as: 'administrator' | 'nobody'
  readonly views: Readonly<Record<string, OpenView>>
}
