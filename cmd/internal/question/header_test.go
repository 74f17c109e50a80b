package question

import "testing"

func TestHeader(t *testing.T) {
	const apache = "Copyright 2016 The Authors\nLicensed under the Apache License, Version 2.0 (the \"License\");\n\n    http://www.apache.org/licenses/LICENSE-2.0\n\ndistributed on an \"AS IS\" BASIS,\nWITHOUT WARRANTIES OR CONDITIONS OF ANY KIND.\nlimitations under the License."
	tests := []struct{ name, comment, whole, line string }{
		{"nothing", "", "", ""},
		{"licence alone", apache, "", ""},
		{"licence, then what the file is", apache + "\n\nPackage push sends metrics. It is\nsafe.", "Package push sends metrics. It is\nsafe.", "Package push sends metrics."},
		{"one line", "SPDX-License-Identifier: MIT", "", ""},
		{"without a licence", "Package core runs\nthe game\n\nMore of it.", "Package core runs\nthe game\n\nMore of it.", "Package core runs the game"},
		{"about licences", "Package scan finds files.\nThose without a licence are listed.", "Package scan finds files.\nThose without a licence are listed.", "Package scan finds files."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			whole := withoutLicence(tt.comment)
			if whole != tt.whole || headline(whole) != tt.line {
				t.Errorf("withoutLicence = %q, headline = %q; want %q, %q", whole, headline(whole), tt.whole, tt.line)
			}
		})
	}
}
