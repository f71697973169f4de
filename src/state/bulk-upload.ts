/** Name of the database that keeps the rows of a bulk upload (docs/contract.md#browser-storage). */
export const bulkUploadDatabase = "bulkUpload"
