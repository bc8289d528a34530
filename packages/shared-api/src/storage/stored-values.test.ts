import { webcrypto } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cipherOf, newKey } from './cipher.ts'
import { encryptStoredValues, storedValues } from './stored-values.ts'

const until = async (happened: () => boolean) => {
  while (!happened()) await new Promise((soon) => setTimeout(soon, 5))
}
const sealed = (name: string) => localStorage.getItem(name)?.startsWith('v1.') === true

// jsdom supports only random numbers.
beforeAll(() => void Object.defineProperty(globalThis, 'crypto', { value: webcrypto }))
beforeEach(() => localStorage.clear())

describe('stored values', () => {
  it('stay readable without a cipher', async () => {
    await encryptStoredValues(['name'], Promise.resolve(undefined))
    storedValues.set('name', '张三')
    expect(localStorage.getItem('name')).toBe('张三')
    expect(storedValues.get('name')).toBe('张三')
    storedValues.remove('name')
    expect(storedValues.get('name')).toBeUndefined()
  })

  it('are encrypted in the storage with a cipher, including earlier values', async () => {
    const cipher = cipherOf(await newKey())
    localStorage.setItem('name', '李四')
    await encryptStoredValues(['name', 'type'], Promise.resolve(cipher))
    storedValues.set('type', 'phone')
    expect([storedValues.get('name'), storedValues.get('type')]).toEqual(['李四', 'phone'])
    await until(() => sealed('name') && sealed('type'))
    // The next page reads them like this.
    await encryptStoredValues(['name', 'type'], Promise.resolve(cipher))
    expect([storedValues.get('name'), storedValues.get('type')]).toEqual(['李四', 'phone'])
  })

  it('follow changes in another tab', async () => {
    const cipher = cipherOf(await newKey())
    await encryptStoredValues(['name'], Promise.resolve(cipher))
    localStorage.setItem('name', await cipher.encrypt('王五'))
    window.dispatchEvent(new StorageEvent('storage', { key: 'name' }))
    await until(() => storedValues.get('name') === '王五')
  })

  it('are missing if they were encrypted with another key', async () => {
    localStorage.setItem('name', await cipherOf(await newKey()).encrypt('赵六'))
    await encryptStoredValues(['name'], newKey().then(cipherOf))
    expect(storedValues.get('name')).toBeUndefined()
  })
})
