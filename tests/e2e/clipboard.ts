/** What programs put on the clipboard as HTML, in their shapes, each with the blocks that it becomes. */

const text = (words: string) => [{ text: words }]
const list = (ordered: boolean, ...items: unknown[]) => ({ type: 'list', ordered, items })
const above = (words: string, ordered: boolean, ...items: string[]) => ({
  text: text(words),
  list: { ordered, items: items.map(text) },
})
const table = (header: boolean, ...rows: string[][]) => ({
  type: 'table',
  header,
  rows: rows.map((row) => row.map((cell) => (cell === '' ? [] : text(cell)))),
})
const paragraph = (words: string) => ({ type: 'paragraph', text: text(words) })

const wordItem = (level: number, mark: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span style='mso-fareast-font-family:Aptos'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`
const wordCell = (words: string, more = '') =>
  `<td width=200 valign=top style='width:150.25pt;border:solid windowtext 1.0pt' ${more}><p class=MsoNormal style='margin-bottom:0cm'>${words}<o:p></o:p></p></td>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal { margin:0cm } @list l0:level1 { mso-level-text:"%1." } --></style></head><body lang=EN-IN><!--StartFragment-->
${wordItem(1, '1.', 'Before the class')}${wordItem(2, 'a.', 'Read the brief')}${wordItem(2, 'b.', 'Install Node')}
${wordItem(3, 'i.', 'Version 24')}${wordItem(1, '2.', 'In the class')}${wordItem(2, 'o', 'Ask', 'l0')}
<p class=MsoNormal>Between<o:p></o:p></p>
${wordItem(1, '·', 'Laptop', 'l1')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
<thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${wordCell('<b>Day</b>')}${wordCell('<b>Topic</b>')}${wordCell('<b>Hours</b>')}</tr></thead>
<tr style='mso-yfti-irow:1'>${wordCell('Monday', 'rowspan=2')}${wordCell('Functions', 'colspan=2')}</tr>
<tr style='mso-yfti-irow:2;mso-yfti-lastrow:yes'>${wordCell('Tests')}${wordCell('2')}</tr></table><!--EndFragment--></body></html>`

const docsItem = (level: number, words: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400" aria-level="${level}"><p dir="ltr" style="margin-top:0pt" role="presentation"><span style="font-size:11pt;font-weight:400">${words}</span></p></li>`
const docsCell = (words: string, weight = 400) =>
  `<td style="border:solid #000 1pt;vertical-align:top"><p dir="ltr" style="line-height:1.2"><span style="font-weight:${weight}">${words}</span></p></td>`

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-1111-2222-333344445555">
<ul style="margin-top:0;margin-bottom:0">${docsItem(1, 'Frontend')}<ul style="margin-top:0">${docsItem(2, 'HTML')}<ul>${docsItem(3, 'Forms')}</ul>
${docsItem(2, 'CSS')}</ul>${docsItem(1, 'Backend')}</ul><br><div dir="ltr" style="margin-left:0pt" align="left"><table style="border:none;border-collapse:collapse">
<colgroup><col width="301"><col width="301"></colgroup><tbody><tr style="height:0pt">${docsCell('Batch', 700)}${docsCell('Starts', 700)}</tr>
<tr style="height:0pt">${docsCell('Weekday')}${docsCell('4 January')}</tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const libreOffice = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.8 (Linux)"/>
<style type="text/css">p { line-height: 115% }</style></head><body lang="en-IN" dir="ltr"><ol>
	<li><p style="margin-bottom: 0cm">Apply</p>
	<ol>
		<li><p style="margin-bottom: 0cm">Fill the form</p></li>
		<li><p style="margin-bottom: 0cm">Pay</p></li>
	</ol></li>
	<li><p>Join</p></li>
</ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/>
	<tr valign="top"><td width="50%"><p>Fee</p></td><td width="50%"><p>₹36,000</p><p>GST included</p></td></tr>
	<tr valign="top"><td width="50%"><p>Parts</p></td><td width="50%"><p><br/></p></td></tr>
</table></body></html>`

const webPage = `<nav>Menu</nav><ul class="steps">Loose<li>One<ul><li>Two<ol><li>Three</li></ol></li></ul>after</li><li style="list-style:none"><ul><li>Four</li></ul></li></ul>
<table><caption>Fees</caption><tr><th>Course</th><th>Holds</th></tr><tr><td>Cloud</td><td><ul><li>Talks</li><li>Labs</li></ul><table><tr><td>a</td><td>b</td></tr></table></td></tr>
<tr><td>AI</td></tr></table><table role="presentation"><tr><td><p>In a frame</p></td></tr></table>`

export const clipboard = {
  Word: {
    html: word,
    blocks: [
      list(
        true,
        above('Before the class', true, 'Read the brief', 'Install Node', 'Version 24'),
        above('In the class', false, 'Ask'),
      ),
      paragraph('Between'),
      list(false, text('Laptop')),
      {
        type: 'table',
        header: true,
        rows: [
          ['Day', 'Topic', 'Hours'].map((name) => [{ text: name, bold: true }]),
          [text('Monday'), text('Functions'), []],
          [[], text('Tests'), text('2')],
        ],
      },
    ],
  },
  'Google Docs': {
    html: googleDocs,
    blocks: [
      list(false, above('Frontend', false, 'HTML', 'Forms', 'CSS'), text('Backend')),
      {
        type: 'table',
        header: true,
        rows: [['Batch', 'Starts'].map((name) => [{ text: name, bold: true }]), ['Weekday', '4 January'].map(text)],
      },
    ],
  },
  LibreOffice: {
    html: libreOffice,
    blocks: [
      list(true, above('Apply', true, 'Fill the form', 'Pay'), text('Join')),
      table(false, ['Fee', '₹36,000\nGST included'], ['Parts', '']),
    ],
  },
  'a web page': {
    html: webPage,
    blocks: [
      paragraph('Menu'),
      list(false, text('Loose'), above('One\nafter', false, 'Two', 'Three', 'Four')),
      paragraph('Fees'),
      table(true, ['Course', 'Holds'], ['Cloud', '• Talks\n• Labs\na | b'], ['AI', '']),
      paragraph('In a frame'),
    ],
  },
}
