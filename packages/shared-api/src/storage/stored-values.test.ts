import { webcrypto } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cipherOf, newKey } from './cipher.ts'
import { encryptStoredValues, storedValues } from './stored-values.ts'

const until = async (happened: () => boolean) => {
  while (!happened()) await new Promise((soon) => setTimeout(soon, 5))
}
const sealed = (name: string) => localStorage.getItem(name)?.startsWith('v1.') === true

// jsdom has random numbers only.
beforeAll(() => void Object.defineProperty(globalThis, 'crypto', { value: webcrypto }))
beforeEach(() => localStorage.clear())

describe('stored values', () => {
  it('are kept readable without a cipher', async () => {
    await encryptStoredValues(['name'], Promise.resolve(undefined))
    storedValues.set('name', '张三')
    expect(localStorage.getItem('name')).toBe('张三')
    expect(storedValues.get('name')).toBe('张三')
    storedValues.remove('name')
    expect(storedValues.get('name')).toBeUndefined()
  })

  it('cannot be read in the storage with one, those from before it included', async () => {
    const cipher = cipherOf(await newKey())
    localStorage.setItem('name', '李四')
    await encryptStoredValues(['name', 'type'], Promise.resolve(cipher))
    storedValues.set('type', 'phone')
    expect([storedValues.get('name'), storedValues.get('type')]).toEqual(['李四', 'phone'])
    await until(() => sealed('name') && sealed('type'))
    // As the next page finds them.
    await encryptStoredValues(['name', 'type'], Promise.resolve(cipher))
    expect([storedValues.get('name'), storedValues.get('type')]).toEqual(['李四', 'phone'])
  })

  it('follow another tab', async () => {
    const cipher = cipherOf(await newKey())
    await encryptStoredValues(['name'], Promise.resolve(cipher))
    localStorage.setItem('name', await cipher.encrypt('王五'))
    window.dispatchEvent(new StorageEvent('storage', { key: 'name' }))
    await until(() => storedValues.get('name') === '王五')
  })

  it('count as missing if another key encrypted them', async () => {
    localStorage.setItem('name', await cipherOf(await newKey()).encrypt('赵六'))
    await encryptStoredValues(['name'], newKey().then(cipherOf))
    expect(storedValues.get('name')).toBeUndefined()
  })
})
