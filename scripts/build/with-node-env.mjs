/** Sets NODE_ENV during some work, and restores it afterwards, also when the work throws. */
export const withNodeEnv = async (value, work) => {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = value
  try {
    return await work()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}
