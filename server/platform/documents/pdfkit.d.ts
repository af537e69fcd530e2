declare module 'pdfkit' {
  export const PDFDocument: { prototype: object }
}
